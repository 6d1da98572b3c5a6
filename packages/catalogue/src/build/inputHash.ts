import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Facts } from './Facts.ts'
import type { Pin } from './Source.ts'

/** Raise it when the builder writes something else from the same sources. */
const format = 1

/** What a build is made from. */
export type Inputs = { pins: Readonly<Record<string, Pin>>; facts: Facts }

/** The viem that is installed: its chains are read by importing them. */
export const viem = createRequire(import.meta.url)('viem/package.json') as {
  version: string
  license: string
}

/** Changes with everything a build is made from. */
export function inputHash({ pins, facts }: Inputs): string {
  return createHash('sha256')
    .update(JSON.stringify({ format, pins, facts, viem: viem.version }))
    .digest('hex')
}

/** Whether what lies in a folder is from these inputs already. */
export function isBuilt({ folder, ...inputs }: Inputs & { folder: string }): boolean {
  const file = join(folder, 'catalogue.json')
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).input === inputHash(inputs)
}
