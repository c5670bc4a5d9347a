/** Faults at length: a thousand orders each while PostgreSQL and the object store are away for 30 seconds and break. */
import { describeOutages } from '../support/service/outages.ts'

const tell = (ms: object) => console.log('      milliseconds from the end of a fault until all works:', ms)

for (const name of ['PostgreSQL', 'the object store'] as const)
  describeOutages(name, {
    ...{ orders: Number(process.env.ORDERS ?? 1000), outageMs: 30_000, faultMs: 4000, limitMs: 1_200_000 },
    onRecovered: tell,
  })
