/** Records of the API as pages receive them: read-only. */
export type AsSent<T> = T extends object ? { readonly [Name in keyof T]: AsSent<T[Name]> } : T
