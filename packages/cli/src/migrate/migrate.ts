import { statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { version } from '../version.ts'
import { listFiles } from './files/listFiles.ts'
import { readText } from './files/readText.ts'
import type { Framework, Migration } from './Migration.ts'
import { editManifest } from './manifest/editManifest.ts'
import { migrateText } from './migrateText.ts'
import { type Kit, migrations } from './migrations.ts'
import { packageOf } from './packageOf.ts'

/** A file that the migration changes. Its path is relative to the folder, with slashes. */
export type Change = { file: string; before: string; after: string }

/** Something that a person has to look at. `line` counts from 1. */
export type Finding = { file: string; line: number; message: string }

/** What the migration did, or with `dry` would do. */
export type MigrateReturnType = {
  changes: Change[]
  findings: Finding[]
  /** Files that could not be migrated, with the reason. */
  skipped: { file: string; reason: string }[]
}

/** Thrown if the folder does not exist. */
export class FolderNotFoundError extends Error {
  override name = 'FolderNotFoundError'
  constructor({ folder }: { folder: string }) {
    super(`There is no folder ${folder}.`)
  }
}

/**
 * Migrates an application from another kit to Portico: its imports, what they need, and its dependencies.
 *
 * Reads TypeScript, JavaScript, and the scripts of Vue and Svelte components. What has no counterpart stays as it is, with
 * a comment `// portico: …` above it. A second run changes nothing. Lock files are not touched: run the package manager's
 * install afterwards.
 *
 * @param folder the application, or a repository with several
 * @param dry whether the files stay as they are
 * @throws {FolderNotFoundError}
 *
 * @example
 * import { migrate } from '@portico/cli'
 *
 * const { changes, findings } = migrate({ kit: 'appkit', folder: '.', dry: true })
 */
export function migrate({
  kit,
  folder,
  dry = false,
}: {
  kit: Kit
  folder: string
  dry?: boolean | undefined
}): MigrateReturnType {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new FolderNotFoundError({ folder })
  const migration = migrations[kit]
  const result: MigrateReturnType = { changes: [], findings: [], skipped: [] }
  const { sources, manifests } = listFiles(folder)
  const owners = manifests.flatMap((file) => readOwner({ folder, file, migration, result }))

  for (const file of sources) {
    const read = readText({ path: join(folder, file), hints: migration.hints })
    if (!read) continue
    const owner = findOwner({ file, owners })
    if ('skipped' in read) {
      result.skipped.push({ file, reason: read.skipped })
      // It may need anything.
      owner?.unread.push(file)
      continue
    }
    const framework = findFramework({ file, owners })
    const migrated = migrateText({ file, text: read.text, migration, framework })
    if ('error' in migrated) {
      result.skipped.push({ file, reason: `it cannot be parsed: ${migrated.error}` })
      owner?.unread.push(file)
      continue
    }
    for (const module of migrated.added) owner?.added.add(packageOf(module))
    for (const module of migrated.remaining) owner?.remaining.add(packageOf(module))
    for (const { position, message } of migrated.notes)
      result.findings.push({ file, line: lineAt(read.text, position), message })
    if (!owner && migrated.added.size > 0) {
      const names = [...new Set([...migrated.added].map(packageOf))].sort()
      result.findings.push({
        file,
        line: 1,
        message: `No package.json is in this folder: add ${names.join(', ')} (${version}) to the application's.`,
      })
    }
    if (migrated.text !== read.text) result.changes.push({ file, before: read.text, after: migrated.text })
  }
  for (const owner of owners)
    editOwner({ owner, framework: findFramework({ file: owner.file, owners }), migration, result })
  if (!dry) write({ folder, result })
  return result
}

type Owner = {
  file: string
  text: string
  /** Undefined if the manifest lists none. */
  framework: Framework | undefined
  /** Dependencies that belong to the other kit. */
  old: string[]
  added: Set<string>
  remaining: Set<string>
  unread: string[]
}

function readOwner({
  folder,
  file,
  migration,
  result,
}: {
  folder: string
  file: string
  migration: Migration
  result: MigrateReturnType
}): Owner[] {
  const read = readText({ path: join(folder, file), hints: ['{'] })
  if (!read) return []
  if ('skipped' in read) {
    result.skipped.push({ file, reason: read.skipped })
    return []
  }
  const names = dependencyNames(read.text)
  return [
    {
      file,
      text: read.text,
      framework: frameworkOf(names),
      old: names.filter((name) => migration.isOld(name)),
      added: new Set(),
      remaining: new Set(),
      unread: [],
    },
  ]
}

/** The manifests of the folders that hold a file, the closest first. */
function listAbove({ file, owners }: { file: string; owners: readonly Owner[] }): Owner[] {
  return owners
    .filter((owner) => owner.file === 'package.json' || file.startsWith(`${dirname(owner.file)}/`))
    .sort((a, b) => b.file.length - a.file.length)
}

/** Names of all dependencies; none if the text is not a manifest, which `editManifest` reports if it matters. */
function dependencyNames(text: string): string[] {
  try {
    const manifest = JSON.parse(text.replace(/^\uFEFF/, '')) as Record<string, unknown>
    return ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap((block) =>
      typeof manifest[block] === 'object' && manifest[block] !== null ? Object.keys(manifest[block]) : [],
    )
  } catch {
    return []
  }
}

function frameworkOf(names: readonly string[]): Framework | undefined {
  if (names.includes('react') || names.includes('next')) return 'react'
  return names.includes('vue') || names.includes('nuxt') ? 'vue' : undefined
}

/**
 * What the closest manifest above a file says. Without any that says something, what one elsewhere in the repository says:
 * shared code often lists no framework itself.
 */
function findFramework({ file, owners }: { file: string; owners: readonly Owner[] }): Framework {
  if (owners.length === 0) return 'react'
  const own = listAbove({ file, owners }).find(({ framework }) => framework)?.framework
  const others = owners.map(({ framework }) => framework)
  return own ?? (others.includes('react') ? 'react' : others.includes('vue') ? 'vue' : 'none')
}

/** The manifest to which the imports of a file belong: the closest that lists a package of the other kit, else the closest. */
function findOwner({ file, owners }: { file: string; owners: readonly Owner[] }): Owner | undefined {
  const above = listAbove({ file, owners })
  return above.find(({ old }) => old.length > 0) ?? above[0]
}

function editOwner({
  owner,
  framework,
  migration,
  result,
}: {
  owner: Owner
  framework: Framework
  migration: Migration
  result: MigrateReturnType
}): void {
  const { file, text, old, added, remaining, unread } = owner
  // A file that could not be read may import any of them.
  const removed = unread.length > 0 ? [] : old.filter((name) => !remaining.has(name))
  for (const name of old.filter((one) => !removed.includes(one))) {
    const reason = remaining.has(name)
      ? 'a file still imports it. Remove it once none does.'
      : `${unread[0]}, which was not migrated, may import it. Remove it once no file does.`
    const message = `${name} stays: ${reason}`
    result.findings.push({ file, line: lineAt(text, text.indexOf(JSON.stringify(name))), message })
  }
  if (removed.length === 0 && added.size === 0) return
  const wanted = new Set(added)
  if (added.size === 0) {
    // Listed, but imported by no file here: perhaps by a file of another kind.
    for (const name of removed) {
      const outcome = migration.resolveModule({ module: name, framework })
      if ('to' in outcome) wanted.add(packageOf(outcome.to))
    }
  }
  const edited = editManifest({
    text,
    remove: (name) => removed.includes(name),
    add: [...wanted],
    version,
  })
  if ('error' in edited) {
    result.skipped.push({ file, reason: `it cannot be edited: ${edited.error}` })
    return
  }
  for (const { position, message } of edited.notes)
    result.findings.push({ file, line: lineAt(text, position), message })
  if (edited.text !== text) result.changes.push({ file, before: text, after: edited.text })
}

function write({ folder, result }: { folder: string; result: MigrateReturnType }): void {
  for (const change of result.changes) {
    try {
      writeFileSync(join(folder, change.file), change.after)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      result.skipped.push({ file: change.file, reason: `it cannot be written: ${reason}` })
    }
  }
  const failed = new Set(result.skipped.map(({ file }) => file))
  result.changes = result.changes.filter(({ file }) => !failed.has(file))
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}
