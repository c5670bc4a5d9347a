/** The random texts on MuPDF's raster, ten thousand of them. */
process.env.RASTER_TEXTS = '10000'
await import('../core/engine/press/raster.test.ts')
