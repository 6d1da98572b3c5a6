export type { Check } from './doctor/Check.ts'
export { doctor } from './doctor/doctor.ts'
export {
  type Change,
  type Finding,
  FolderNotFoundError,
  type MigrateReturnType,
  migrate,
} from './migrate/migrate.ts'
export type { Kit } from './migrate/migrations.ts'
