/** The version of everything that turns a state into pixels. */

/**
 * Raise it with every change of the code, the fonts that come with the service or the libraries that changes a pixel
 * or a byte of any picture: it is part of every picture's identity, so that no browser keeps the old ones.
 */
export const RENDERER_VERSION = 7

/** Raise it when the plates of the same blank page come out otherwise: those that were kept are drawn again. */
export const PLATES_VERSION = 3
