/** The odd jobs of a worker that takes half a second to start, so that it can be killed meanwhile on a busy machine too. */
import { setTimeout as delay } from 'node:timers/promises'

// Time passes: the worker starts.
await delay(500)
await import('./odd-jobs.ts')
