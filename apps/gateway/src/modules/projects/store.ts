import { inTransaction } from '@portico/server'
import { type Kysely, sql } from 'kysely'
import type { ProjectConfig } from '../../infra/config/Config.ts'
import type { Database } from '../../infra/database/openDatabase.ts'
import type { Tables } from '../../infra/database/Tables.ts'

/** A project in the database. */
export type StoredProject = ProjectConfig & { id: string; createdAt: number }

/** A secret key, of which only the hash is stored. */
export type StoredKey = { id: string; projectId: string; hash: string; createdAt: number }

/** Stores projects that operators create while the gateway runs, in addition to those in the configuration. */
export type ProjectStore = {
  /** Returns a number that increases with every change, so that gateways can check cheaply whether to reload. */
  revision(): Promise<number>
  list(): Promise<StoredProject[]>
  keys(): Promise<StoredKey[]>
  /** Adds a project. Returns false if the ID exists. */
  add(project: StoredProject): Promise<boolean>
  /** Replaces a project. Returns false if it does not exist. */
  replace(project: Omit<StoredProject, 'createdAt'>): Promise<boolean>
  /** Removes a project and its keys. Returns false if it does not exist. */
  remove(id: string): Promise<boolean>
  addKey(key: StoredKey): Promise<void>
  /** Removes a key. Returns false if the project has no such key. */
  removeKey(query: { projectId: string; id: string }): Promise<boolean>
}

/** Creates the store of projects in SQL. */
export function createProjectStore({ database }: { database: Database }): ProjectStore {
  /** Runs a change and increments the revision in one transaction. */
  function change(run: (transaction: Kysely<Tables>) => Promise<boolean>): Promise<boolean> {
    return inTransaction({
      database,
      locks: [{ key: 'projects' }],
      run: async (transaction) => {
        const isChanged = await run(transaction)
        if (isChanged)
          await transaction
            .insertInto('revisions')
            .values({ name: 'projects', revision: 1 })
            .onConflict((conflict) =>
              conflict.column('name').doUpdateSet({ revision: sql<number>`revisions.revision + 1` }),
            )
            .execute()
        return isChanged
      },
    })
  }

  return {
    async revision() {
      const row = await database
        .selectFrom('revisions')
        .select('revision')
        .where('name', '=', 'projects')
        .executeTakeFirst()
      return row?.revision ?? 0
    },
    async list() {
      const rows = await database
        .selectFrom('projects')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toProject)
    },
    async keys() {
      const rows = await database
        .selectFrom('project_keys')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        projectId: row.project_id,
        hash: row.hash,
        createdAt: row.created_at,
      }))
    },
    add: (project) =>
      change(async (transaction) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('projects')
          .values({ id: project.id, created_at: project.createdAt, ...toColumns(project) })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst()
        return numInsertedOrUpdatedRows === 1n
      }),
    replace: (project) =>
      change(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('projects')
          .set(toColumns(project))
          .where('id', '=', project.id)
          .executeTakeFirst()
        return numUpdatedRows === 1n
      }),
    remove: (id) =>
      change(async (transaction) => {
        await transaction.deleteFrom('project_keys').where('project_id', '=', id).execute()
        const { numDeletedRows } = await transaction
          .deleteFrom('projects')
          .where('id', '=', id)
          .executeTakeFirst()
        return numDeletedRows === 1n
      }),
    async addKey({ id, projectId, hash, createdAt }) {
      await change(async (transaction) => {
        await transaction
          .insertInto('project_keys')
          .values({ id, project_id: projectId, hash, created_at: createdAt })
          .execute()
        return true
      })
    },
    removeKey: ({ projectId, id }) =>
      change(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('project_keys')
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .executeTakeFirst()
        return numDeletedRows === 1n
      }),
  }
}

function toColumns({ name, allowedOrigins, unitsPerMinute, features }: ProjectConfig) {
  return {
    name,
    allowed_origins: JSON.stringify(allowedOrigins),
    units_per_minute: unitsPerMinute ?? null,
    features: JSON.stringify(features ?? []),
  }
}

function toProject(row: Tables['projects']): StoredProject {
  return {
    id: row.id,
    name: row.name,
    allowedOrigins: JSON.parse(row.allowed_origins),
    ...(row.units_per_minute === null ? {} : { unitsPerMinute: row.units_per_minute }),
    features: JSON.parse(row.features),
    createdAt: row.created_at,
  }
}
