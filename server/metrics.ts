/** The server's metrics for Prometheus: few names and labels, and no ids in labels. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Service } from '../core/service.ts'

export interface Metrics {
  /** `route` is a path as the table of operations writes it. */
  countRequest(route: string, method: string, status: number, seconds: number): void
  countLimited(scope: string): void
  /** The same use cases, with their renders timed. */
  timed(service: Service): Service
  /** The text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
  close(): void
}

export interface Measured {
  readonly uploadsInFlight: () => number
  readonly uploadsWaiting: () => number
  readonly databaseConnections: () => number
}

const REQUEST_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const RENDER_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** A registry for each server: two in one process do not count each other's requests. */
export function createMetrics({ uploadsInFlight, uploadsWaiting, databaseConnections }: Measured): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to its reply.',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const renders = new Histogram({
    name: 'render_duration_seconds',
    help: 'Time to compose and store a render.',
    labelNames: ['kind', 'outcome'],
    buckets: RENDER_SECONDS,
    registers,
  })
  const limited = new Counter({
    name: 'rate_limited_total',
    help: 'Requests rejected because of overload.',
    labelNames: ['scope'],
    registers,
  })
  gauge('upload_in_flight', 'Uploads in progress.', uploadsInFlight)
  gauge('upload_waiting', 'Waiting uploads.', uploadsWaiting)
  gauge('db_pool_in_use', 'Database connections in use.', databaseConnections)
  gauge('process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss())
  gauge('nodejs_heap_size_used_bytes', "Used memory of V8's heap.", () => process.memoryUsage().heapUsed)
  gauge('nodejs_heap_size_total_bytes', "Size of V8's heap.", () => process.memoryUsage().heapTotal)
  gauge(
    'nodejs_external_memory_bytes',
    "Memory of buffers and WebAssembly outside V8's heap.",
    () => process.memoryUsage().external,
  )
  gauge('process_cpu_seconds_total', 'CPU time of the process.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  new Gauge({
    name: 'event_loop_lag_seconds',
    help: 'Event loop lag since the last scrape.',
    labelNames: ['quantile'],
    registers,
    collect() {
      for (const quantile of [0.5, 0.99, 1])
        this.set(
          { quantile: String(quantile) },
          delay.count === 0 ? 0 : delay.percentile(quantile * 100) / 1e9,
        )
      delay.reset()
    },
  })

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }

  async function timeRender<T>(work: () => Promise<T>, kindOf: (result: T) => string): Promise<T> {
    const startedAt = performance.now()
    const observe = (kind: string, outcome: string) =>
      renders.observe({ kind, outcome }, (performance.now() - startedAt) / 1000)
    try {
      const result = await work()
      observe(kindOf(result), 'done')
      return result
    } catch (error) {
      observe('unknown', 'refused')
      throw error
    }
  }

  return {
    countRequest: (route, method, status, seconds) => requests.observe({ route, method, status }, seconds),
    countLimited: (scope) => limited.inc({ scope }),
    timed: (service) => ({
      ...service,
      renders: {
        ...service.renders,
        start: (request) =>
          timeRender(
            () => service.renders.start(request),
            (render) => render.kind,
          ),
        retry: (request) =>
          timeRender(
            () => service.renders.retry(request),
            ({ render }) => render.kind,
          ),
      },
    }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close() {
      delay.disable()
      registry.clear()
    },
  }
}
