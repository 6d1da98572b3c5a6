export {
  type Change,
  type Finding,
  FolderNotFoundError,
  type MigrateReturnType,
  migrate,
} from './migrate/migrate.ts'
export type { Kit } from './migrate/migrations.ts'
