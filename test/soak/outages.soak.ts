/** Faults at length: a thousand orders each while PostgreSQL, the object store, or SFTP and webhooks are away and break. */
import { describeDeliveryOutages } from '../journeys/faults/delivery-outages.ts'
import { describeOutages } from '../journeys/faults/outages.ts'

const options = {
  ...{ orders: Number(process.env.ORDERS ?? 1000), outageMs: 30_000, faultMs: 4000, limitMs: 1_200_000 },
  onRecovered: (ms: object) => console.log('      milliseconds from the end of a fault until all works:', ms),
}

for (const name of ['PostgreSQL', 'the object store'] as const) describeOutages(name, options)
describeDeliveryOutages({ ...options, halfOpen: true })
