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
import { BoundedMap } from '../utils/BoundedMap.ts'

const maxCachedStatements = 200

/**
 * Returns a Kysely dialect for Node's built-in SQLite. Kysely's own SQLite dialect shares one connection between concurrent
 * users, so a query could end up in another user's transaction; this one hands the connection to one user at a time.
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
  let isInUse = false
  const run = (connection: DatabaseConnection, sql: string) =>
    connection.executeQuery(CompiledQuery.raw(sql)).then(() => undefined)
  return {
    async init() {},
    async acquireConnection() {
      if (isInUse) await new Promise<void>((resolve) => waiting.push(resolve))
      isInUse = true
      return connection
    },
    async releaseConnection() {
      const next = waiting.shift()
      if (next) next()
      else isInUse = false
    },
    // `begin immediate` takes the write lock at once, instead of failing halfway when another process is writing. A
    // read-only transaction sees a snapshot and blocks no writer.
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
  const statements = new BoundedMap<string, StatementSync>({ max: maxCachedStatements })
  function prepare(sql: string): StatementSync {
    const cached = statements.get(sql)
    if (cached) return cached
    const statement = database.prepare(sql)
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
