/** Placeholders by producer, and every file of the corpus, in which none may be found. */
process.env.PLACEHOLDER_EVERY = '1'
await import('../core/scene/placeholder-producers.test.ts')
