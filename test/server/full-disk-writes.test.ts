/** Uploads, finalizes, batches and backups on a disk that ends at one of their writes. */
import { describeFullDisk } from './full-disk-sweep.ts'

describeFullDisk({ blocks: [0, 1, 3, 8, 20], limitMs: 120_000 })
