import { StringDecoder } from 'node:string_decoder'

/**
 * Returns a function that takes the next bytes of a stream and returns the lines that they complete. Lines end with a line feed and
 * with nothing else: JSON may contain U+2028 and U+2029, which end a line for `node:readline`.
 */
export function createLineSplitter(): (chunk: Buffer) => string[] {
  const decoder = new StringDecoder('utf8')
  /** The beginning of the next line, as it arrived: joining it at each chunk would take quadratic time. */
  let begun: string[] = []
  return (chunk) => {
    const [first = '', ...others] = decoder.write(chunk).split('\n')
    begun.push(first)
    const last = others.pop()
    if (last === undefined) return []
    const lines = [begun.join(''), ...others]
    begun = [last]
    return lines
  }
}
