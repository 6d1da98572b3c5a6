import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'

/**
 * Returns the tests that a text names: `` `file`: “title” ``.
 *
 * @param {string} text
 * @returns {{ file: string, title: string }[]}
 *
 * @example
 * findTests('`e2e/connect.spec.ts`: “two tabs stay in sync”') // [{ file: 'e2e/connect.spec.ts', title: 'two tabs stay in sync' }]
 */
export function findTests(text) {
  return [...text.matchAll(/`([^`]+)`: “([^”]+)”/g)].map(([, file, title]) => ({ file, title }))
}

/**
 * Returns whether a file has a test, or a group of tests, with this title that is not skipped.
 *
 * @param {{ file: string, title: string }} test
 * @returns {boolean}
 *
 * @example
 * hasTest({ file: 'e2e/connect.spec.ts', title: 'two tabs stay in sync' }) // true
 */
export function hasTest({ file, title }) {
  if (!existsSync(join(root, file))) return false
  const starts = ['behavior: ', 'error: ', 'param: ', "'", '`']
  const ends = ["'", '`']
  const texts = starts.flatMap((start) => ends.map((end) => `${start}${title}${end}`))
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .some((line) => texts.some((text) => line.includes(text)) && !/\.(skip|todo|fixme)\(/.test(line))
}
