/** How much more than in the middle third the last third may have, to count as flat. */
const tolerance = { MB: 1.1, files: 1.05 }

/**
 * Prints each measure as a series of twelve medians, and whether it is flat after the first third, in which caches fill.
 *
 * @param {Record<string, number>[]} samples in the order of time
 */
export function printSeries(samples) {
  console.log('\nSeries, of equal parts of the time')
  for (const name of Object.keys(samples[0]).filter((key) => key !== 'at')) {
    const values = samples.map((sample) => sample[name])
    const part = (from, to) =>
      median(values.slice(Math.floor(from * values.length), Math.ceil(to * values.length)))
    const series = Array.from({ length: 12 }, (_, index) => part(index / 12, (index + 1) / 12))
    const [middle, last] = [part(1 / 3, 2 / 3), part(2 / 3, 1)]
    const unit = name.split(' ').at(-1)
    const verdict = last <= middle * tolerance[unit] ? 'flat' : 'NOT flat'
    console.log(`${name.padEnd(14)} ${series.join(' ')}   ${verdict}: ${middle} → ${last}`)
  }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}
