/**
 * Decides whether an SPDX licence expression can be satisfied with allowed licences.
 *
 * `A OR B` needs one of them, `A AND B` both; AND binds tighter, parentheses group, `WITH` an exception counts as the
 * licence itself (exceptions only ever allow more). Anything that is no SPDX expression is refused.
 *
 * @param {string} expression
 * @param {ReadonlySet<string>} allowed SPDX identifiers
 * @returns {boolean}
 * @see https://spdx.github.io/spdx-spec/v3.0.1/annexes/spdx-license-expressions/
 *
 * @example
 * isAllowedLicence('(MIT OR GPL-3.0-only) AND ISC', new Set(['MIT', 'ISC'])) // true
 */
export function isAllowedLicence(expression, allowed) {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  let at = 0

  const operand = () => {
    if (tokens[at] === '(') {
      at += 1
      const inner = either()
      if (tokens[at] !== ')') return false
      at += 1
      return inner
    }
    const id = tokens[at]
    at += 1
    if (tokens[at] === 'WITH') at += 2
    return id !== undefined && allowed.has(id.replace(/\+$/, ''))
  }
  const both = () => {
    let answer = operand()
    while (tokens[at] === 'AND') {
      at += 1
      answer = operand() && answer
    }
    return answer
  }
  const either = () => {
    let answer = both()
    while (tokens[at] === 'OR') {
      at += 1
      answer = both() || answer
    }
    return answer
  }

  return either() && at === tokens.length
}
