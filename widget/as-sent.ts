/** Records of the API as pages have them: to be read, never written into. */
export type AsSent<T> = T extends object ? { readonly [Name in keyof T]: AsSent<T[Name]> } : T
