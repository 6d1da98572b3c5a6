import { appkit } from './appkit/appkit.ts'
import type { Migration } from './Migration.ts'

/** The kits whose applications can be migrated. */
export const migrations = { appkit } satisfies Record<string, Migration> as Readonly<Record<Kit, Migration>>

/** Name of a kit whose applications can be migrated. */
export type Kit = 'appkit'
