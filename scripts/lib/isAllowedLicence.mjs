/**
 * Returns whether an SPDX licence expression can be satisfied with allowed licences.
 *
 * `A OR B` needs one of them, `A AND B` both. AND binds tighter than OR; parentheses group. `A WITH exception` counts
 * as `A`, because exceptions only grant more rights. Text that is not an SPDX expression is refused.
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
    let result = operand()
    while (tokens[at] === 'AND') {
      at += 1
      result = operand() && result
    }
    return result
  }
  const either = () => {
    let result = both()
    while (tokens[at] === 'OR') {
      at += 1
      result = both() || result
    }
    return result
  }

  return either() && at === tokens.length
}
