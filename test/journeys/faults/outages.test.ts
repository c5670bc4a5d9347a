/** Orders are finalized once each while PostgreSQL or the object store goes away and its connections break. */
import { describeOutages } from './outages.ts'

for (const name of ['PostgreSQL', 'the object store'] as const)
  describeOutages(name, { orders: 30, outageMs: 3000, faultMs: 500, limitMs: 180_000 })
