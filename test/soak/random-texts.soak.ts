/** The random texts on MuPDF's raster and against the promise of the fit, ten thousand of each. */
process.env.RASTER_TEXTS = '10000'
process.env.FIT_TEXTS = '10000'
await import('../core/press/raster.test.ts')
await import('../core/text/fit-property.test.ts')
