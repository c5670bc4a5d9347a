/** An installation as an earlier state of the migrations kept it: real rows, in the tables and columns of that time. */
import { LEFT_OUT, readRows } from '../../../server/backup/rows.ts'
import { inLoadOrder, readCatalogue } from '../../../server/store/engine/catalogue.ts'
import { connect } from '../../../server/store/engine/dialect.ts'
import { knownMigrations, migrate } from '../../../server/store/engine/migrate.ts'

/** All migrations up to the named one. */
export function migrationsUpTo(last: string): readonly string[] {
  const known = knownMigrations()
  if (!known.includes(last)) throw new Error(`There is no migration ${last}.`)
  return known.slice(0, known.indexOf(last) + 1)
}

/** Fills the empty database `targetUrl`, migrated up to `last`, with what was in it then of the rows at `sourceUrl`. */
export async function makeOlderDatabase(sourceUrl: string, targetUrl: string, last: string): Promise<void> {
  const source = await connect(sourceUrl)
  const target = await connect(targetUrl)
  try {
    await migrate(target, migrationsUpTo(last))
    const newer = new Map((await readCatalogue(source)).map((table) => [table.name, table]))
    const kept = (await readCatalogue(target)).filter(({ name }) => !LEFT_OUT.includes(name))
    for (const table of inLoadOrder(kept)) {
      const now = newer.get(table.name)
      if (now === undefined) throw new Error(`The table ${table.name} is gone.`)
      for await (const { rows } of readRows(source, now))
        await target.change(
          target.sql(table.name).insert(
            rows.map((row) => {
              const cells = Object.entries(row).filter(([column]) => table.columns.includes(column))
              return Object.fromEntries(cells.map(([column, cell]) => [column, plain(cell)]))
            }),
          ),
        )
    }
  } finally {
    await source.close()
    await target.close()
  }
}

function plain(cell: unknown): unknown {
  return typeof cell === 'boolean' ? Number(cell) : cell
}
