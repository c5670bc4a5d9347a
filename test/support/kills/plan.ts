/** A plan of kills, as data: where services run, what clients do, when services are struck and how, and what must hold. */
import type { ServiceProcess } from '../programs/service-process.ts'
import type { Chance } from '../run/seeded-chance.ts'
import type { Ground, Node } from './ground.ts'
import type { ServiceClient } from './service-client.ts'

/** What a plan finds before it. */
export interface Stage {
  readonly folder: string
  readonly nodes: readonly Node[]
  readonly services: readonly ServiceProcess[]
  readonly client: ServiceClient
  readonly key: string
  readonly chance: Chance
  /** Whatever no kill excuses: answers, and states in between. */
  readonly faults: string[]
  /** Strikes so far. */
  readonly struck: number
  /** Journeys that have begun. */
  readonly begun: number
  /** Resolves once so many journeys have come to their end, or all. */
  journeysDone(count: number): Promise<void>
}

/** Gives the kinds of what was done, by which strikes are counted; everything is up again, or comes up in a later turn. */
export type Strike<W = unknown> = (stage: Stage, chance: Chance, world: W) => Promise<readonly string[]>

export interface Turn<W> {
  /** Resolves in the moment of the strike. */
  readonly when: (stage: Stage, chance: Chance, world: W) => Promise<unknown>
  readonly strike: Strike<W>
}

export type Journey<W> = (world: W, chance: Chance) => Promise<void>

export interface Load<W> {
  readonly clients: number
  /** In all, whatever is struck; where it is missing, until the last strike. */
  readonly journeys?: number
  /** Each client takes one after the other, by weight, and brings it to its end. */
  readonly steps: readonly (readonly [weight: number, journey: Journey<W>])[]
}

/** `W`: what its load works on and its ledger; `R`: what is read of the services at the end. */
export interface Plan<W, R> {
  readonly ground: Ground
  /** How many, where not two; a SQLite file has one. */
  readonly services?: number
  /** Settings of the services in this folder. */
  readonly env?: (folder: string) => Readonly<Record<string, string>>
  /** Makes what the load needs, with the first service up and nobody struck. */
  readonly open: (stage: Stage) => Promise<W>
  readonly close?: (world: W) => Promise<void>
  readonly load?: Load<W>
  /** Each once, in this order; with `strikes` over and over, until so many are done. */
  readonly turns?: readonly Turn<W>[]
  readonly strikes?: number
  /** A line of the log that the strikes explain. */
  readonly isExcused?: (line: string) => boolean
  /** What a shop does once everything is up again. */
  readonly finish?: (world: W) => Promise<void>
  /** How much is still to be done. */
  readonly left: (world: W) => Promise<number>
  readonly read: (world: W) => Promise<R>
  /** By name; each gives a line for whatever breaks it. */
  readonly invariants: Readonly<Record<string, (rows: R, world: W) => Breaches | Promise<Breaches>>>
  /** The same of what only stands still once the services have ended. */
  readonly afterwards?: Readonly<Record<string, (rows: R, world: W) => Breaches | Promise<Breaches>>>
  readonly counts: (rows: R, world: W) => Readonly<Record<string, number>>
}

type Breaches = readonly string[]

export interface PlanReport {
  readonly seed: number
  readonly breaches: Breaches
  readonly strikes: number
  /** By the kind of each. */
  readonly kinds: Readonly<Record<string, number>>
  readonly startsMs: readonly number[]
  /** Milliseconds until all was done after the last strike. */
  readonly settledMs: number
  readonly counts: Readonly<Record<string, number>>
}

export interface PlanOptions {
  /** Asked before each strike; after a yes everything is checked as at the end. */
  readonly isEnough?: () => boolean
  readonly onStrike?: (strikes: number) => void
}
