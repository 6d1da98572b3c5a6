import { createHash } from 'node:crypto'

/**
 * Draws texts at random, the same ones for the same seed, whatever was added or removed in between.
 *
 * @template {{ id: string }} Text
 * @param {readonly Text[]} texts
 * @param {{ size: number, seed: string }} options
 * @returns {Text[]} in random order, so that neighbours do not explain each other
 */
export function sampleTexts(texts, { size, seed }) {
  const rank = ({ id }) => createHash('sha256').update(`${seed}\0${id}`).digest('hex')
  return texts
    .map((text) => ({ text, rank: rank(text) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ text }) => text)
}
