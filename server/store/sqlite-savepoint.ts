/**
 * Savepoints of SQLite, all by one name: knex gives each a name of its own, and with that a statement that has to be
 * prepared. The latest of a name counts (sqlite.org/lang_savepoint.html), so one name does, as long as none that was gone
 * back to stays.
 */
export const SAVEPOINT = 'SAVEPOINT within;'
export const RELEASE = 'RELEASE SAVEPOINT within;'
export const ROLLBACK = 'ROLLBACK TO SAVEPOINT within;'
