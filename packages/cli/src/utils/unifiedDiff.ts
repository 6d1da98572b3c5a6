/**
 * Writes the difference of two texts as a unified diff with three lines of context, as `git apply` and `patch` read it.
 *
 * @param file path that the diff names, with slashes
 * @returns the diff; empty if the texts are equal
 * @see https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html
 */
export function unifiedDiff({
  file,
  before,
  after,
}: {
  file: string
  before: string
  after: string
}): string {
  if (before === after) return ''
  const hunks = toHunks(compareLines(splitLines(before), splitLines(after)))
  return `--- a/${file}\n+++ b/${file}\n${hunks.map(writeHunk).join('')}`
}

type Line = { sign: ' ' | '-' | '+'; text: string }
type Hunk = { before: number; after: number; lines: Line[] }

const context = 3

/** Splits a text into lines that keep their line breaks. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** The shortest list of removed and added lines (Myers, https://doi.org/10.1007/BF01840446). */
function compareLines(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end += 1
  const same = (lines: readonly string[]): Line[] => lines.map((text) => ({ sign: ' ', text }))
  return [
    ...same(before.slice(0, start)),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ]
}

function compareMiddle(before: readonly string[], after: readonly string[]): Line[] {
  const steps: Map<number, number>[] = []
  let furthest = new Map<number, number>([[1, 0]])
  for (let distance = 0; ; distance += 1) {
    steps.push(furthest)
    const next = new Map<number, number>()
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      let x = isDown(furthest, diagonal, distance)
        ? (furthest.get(diagonal + 1) ?? 0)
        : (furthest.get(diagonal - 1) ?? 0) + 1
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1
      next.set(diagonal, x)
      if (x >= before.length && x - diagonal >= after.length) return trace({ before, after, steps })
    }
    furthest = next
  }
}

function trace({
  before,
  after,
  steps,
}: {
  before: readonly string[]
  after: readonly string[]
  steps: readonly Map<number, number>[]
}): Line[] {
  const lines: Line[] = []
  let x = before.length
  let y = after.length
  for (let distance = steps.length - 1; distance >= 0; distance -= 1) {
    const furthest = steps[distance] ?? new Map<number, number>()
    const diagonal = x - y
    const from = isDown(furthest, diagonal, distance) ? diagonal + 1 : diagonal - 1
    const fromX = furthest.get(from) ?? 0
    const fromY = fromX - from
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1
      y -= 1
      lines.push({ sign: ' ', text: before[x] ?? '' })
    }
    if (distance === 0) break
    if (x === fromX) {
      y -= 1
      lines.push({ sign: '+', text: after[y] ?? '' })
    } else {
      x -= 1
      lines.push({ sign: '-', text: before[x] ?? '' })
    }
  }
  return lines.reverse()
}

function isDown(furthest: ReadonlyMap<number, number>, diagonal: number, distance: number): boolean {
  if (diagonal === -distance) return true
  return diagonal !== distance && (furthest.get(diagonal - 1) ?? 0) < (furthest.get(diagonal + 1) ?? 0)
}

function toHunks(lines: readonly Line[]): Hunk[] {
  const hunks: Hunk[] = []
  let current: Hunk | undefined
  let lastChange = Number.NEGATIVE_INFINITY
  let before = 1
  let after = 1
  for (const [index, line] of lines.entries()) {
    if (line.sign !== ' ') {
      if (!current || index - lastChange > 2 * context) {
        trim(current, lastChange, index)
        const first = lines.slice(Math.max(0, index - context, lastChange + 1), index)
        current = { before: before - first.length, after: after - first.length, lines: [...first] }
        hunks.push(current)
      }
      lastChange = index
    }
    if (current && index - lastChange <= 2 * context && (line.sign !== ' ' || lastChange < index))
      current.lines.push(line)
    if (line.sign !== '+') before += 1
    if (line.sign !== '-') after += 1
  }
  trim(current, lastChange, lines.length)
  return hunks
}

/** Shortens the context that was collected after the last change of a hunk. */
function trim(hunk: Hunk | undefined, lastChange: number, index: number): void {
  if (!hunk) return
  const collected = Math.min(index - lastChange - 1, 2 * context)
  hunk.lines.length -= Math.max(0, collected - context)
}

function writeHunk({ before, after, lines }: Hunk): string {
  const count = (sign: string) => lines.filter((line) => line.sign !== sign).length
  // An empty side is written as the line before it.
  const range = (start: number, length: number) =>
    `${length === 0 ? start - 1 : start}${length === 1 ? '' : `,${length}`}`
  const text = lines.map((line) =>
    line.text.endsWith('\n')
      ? `${line.sign}${line.text}`
      : `${line.sign}${line.text}\n\\ No newline at end of file\n`,
  )
  return `@@ -${range(before, count('+'))} +${range(after, count('-'))} @@\n${text.join('')}`
}
