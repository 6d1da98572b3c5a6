import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Facts } from './Facts.ts'
import type { Pin } from './Source.ts'

/** Increase when the build writes different output for the same sources. */
const format = 1

/** The inputs of a build. */
export type Inputs = { pins: Readonly<Record<string, Pin>>; facts: Facts }

/** The installed version of viem, whose chains are imported. */
export const viem = createRequire(import.meta.url)('viem/package.json') as {
  version: string
  license: string
}

/** Returns a hash of all inputs of a build. */
export function inputHash({ pins, facts }: Inputs): string {
  return createHash('sha256')
    .update(JSON.stringify({ format, pins, facts, viem: viem.version }))
    .digest('hex')
}

/** Returns whether the catalogue in a folder was built from these inputs. */
export function isBuilt({ folder, ...inputs }: Inputs & { folder: string }): boolean {
  const file = join(folder, 'catalogue.json')
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).input === inputHash(inputs)
}
