/** Uploads, finalizes, batches and backups on a disk that ends at each of their writes in turn. */
import { describeFullDisk } from '../server/full-disk-sweep.ts'

describeFullDisk({
  ...{ blocks: { step: Number(process.env.BLOCKS ?? 1) }, limitMs: 1_800_000 },
  onSwept: (what, failed, attempts) => console.log(`      ${what}: ${failed} of ${attempts} without room`),
})
