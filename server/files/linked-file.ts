/** How a browser saves a file behind a link. */
export interface LinkedFile {
  readonly contentType: string
  /** Value of Content-Disposition. */
  readonly disposition: string
}
