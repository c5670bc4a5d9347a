/** Print files and webhooks arrive although the SFTP server and the receiver have faults, and the clock jumps. */
import { describeDeliveryOutages } from './delivery-outages.ts'

describeDeliveryOutages({ orders: 15, outageMs: 500, faultMs: 500, limitMs: 180_000, halfOpen: false })
