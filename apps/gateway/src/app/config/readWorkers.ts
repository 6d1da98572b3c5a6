import { availableParallelism } from 'node:os'
import type { EnvReader } from '@portico/server/process'

const maxWorkers = 256

/** Reads `WORKERS`, the number of processes that serve requests: 1 by default, one for each core with `auto`. */
export function readWorkers({ get, problems }: Pick<EnvReader, 'get' | 'problems'>): number {
  const value = get('WORKERS') ?? '1'
  if (value === 'auto') return availableParallelism()
  if (/^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= maxWorkers) return Number(value)
  problems.push(
    `WORKERS must be a whole number from 1 to ${maxWorkers} or auto; it is "${value.slice(0, 40)}".`,
  )
  return 1
}
