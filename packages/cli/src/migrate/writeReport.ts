import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Migration } from './Migration.ts'
import type { MigrateReturnType } from './migrate.ts'

/** Writes what a migration did, and what remains to be done, as text for a terminal. */
export function writeReport({
  result: { changes, findings, skipped },
  migration,
  folder,
  dry,
}: {
  result: MigrateReturnType
  migration: Migration
  folder: string
  dry: boolean
}): string {
  if (changes.length + findings.length + skipped.length === 0)
    return `Nothing here uses ${migration.title}.\n`
  const lines = changes.map(({ file }) => `${dry ? 'would change' : 'changed'}  ${file}`)
  if (findings.length > 0)
    lines.push(
      '',
      'To look at:',
      ...findings.map(({ file, line, message }) => `  ${file}:${line}  ${message}`),
    )
  if (skipped.length > 0)
    lines.push('', 'Not migrated:', ...skipped.map(({ file, reason }) => `  ${file}: ${reason}`))
  if (changes.length > 0) {
    const install = changes.some(({ file }) => /(^|\/)package\.json$/.test(file))
      ? [`  ${findInstall(folder)}`]
      : []
    lines.push('', 'Next:', ...install, ...migration.nextSteps.map((step) => `  ${step}`))
  }
  return `${lines.join('\n')}\n`
}

const installs = [
  ['pnpm-lock.yaml', 'pnpm install'],
  ['yarn.lock', 'yarn install'],
  ['bun.lock', 'bun install'],
  ['bun.lockb', 'bun install'],
] as const

/** The command that brings the lock file up to date. The lock file may be in a folder above. */
function findInstall(folder: string): string {
  for (let current = folder; ; current = dirname(current)) {
    const [, command] = installs.find(([file]) => existsSync(join(current, file))) ?? []
    if (command) return command
    if (existsSync(join(current, 'package-lock.json')) || dirname(current) === current) return 'npm install'
  }
}
