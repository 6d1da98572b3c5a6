import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

const cachedStatements = 200

/**
 * Kysely on Node's built-in SQLite. Kysely's own SQLite dialect hands one connection to everybody at once, so that a
 * query could slip into somebody else's transaction; here the connection is lent to one user after the other.
 */
export function nodeSqliteDialect({ database }: { database: DatabaseSync }): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => createDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

function createDriver(database: DatabaseSync): Driver {
  const connection = createConnection(database)
  const waiting: (() => void)[] = []
  let lent = false
  const run = (connection: DatabaseConnection, sql: string) =>
    connection.executeQuery(CompiledQuery.raw(sql)).then(() => undefined)
  return {
    async init() {},
    async acquireConnection() {
      if (lent) await new Promise<void>((resolve) => waiting.push(resolve))
      lent = true
      return connection
    },
    async releaseConnection() {
      const next = waiting.shift()
      if (next) next()
      else lent = false
    },
    // Immediate: whoever will write takes the lock at once, instead of failing halfway when another process writes.
    // Who only reads sees one moment, and holds nobody up.
    beginTransaction: (connection, { accessMode }) =>
      run(connection, accessMode === 'read only' ? 'begin' : 'begin immediate'),
    commitTransaction: (connection) => run(connection, 'commit'),
    rollbackTransaction: (connection) => run(connection, 'rollback'),
    async destroy() {
      if (database.isOpen) database.close()
    },
  }
}

function createConnection(database: DatabaseSync): DatabaseConnection {
  const statements = new Map<string, StatementSync>()
  function prepare(sql: string): StatementSync {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    if (statements.size >= cachedStatements) statements.clear()
    statements.set(sql, statement)
    return statement
  }
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const statement = prepare(sql)
      const values = parameters as SQLInputValue[]
      if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] }
      const { changes, lastInsertRowid } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    },
    async *streamQuery<Row>({ sql, parameters }: CompiledQuery) {
      for (const row of prepare(sql).iterate(...(parameters as SQLInputValue[]))) yield { rows: [row as Row] }
    },
  }
}
