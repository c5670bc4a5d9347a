/** What strangers put into bodies and queries, in every operation, on PostgreSQL. */
process.env.HOSTILE_BODIES = 'postgres'
await import('../journeys/hostile-bodies.test.ts')
