import { describe, expect, test } from 'vitest'
import { choosePages, findUnknownElements } from './choosePages.mjs'

const doc = (content) =>
  `<body><nav><a class="nav">x</a></nav><main class="rp-doc-layout__doc">${content}</main></body>`

describe('choosePages', () => {
  test('behavior: chooses pages that together have every kind of element', () => {
    const texts = new Map([
      ['a', doc('<p>1</p>')],
      ['b', doc('<p>2</p><table class="wide"><tr><td>3</td></tr></table>')],
      ['c', doc('<p><code style="color:red">4</code><br></p>')],
      ['d', doc('<p><code style="color:blue">4</code></p>')],
    ])
    expect(choosePages({ texts })).toEqual(['b', 'c', 'd'])
    expect(choosePages({ texts, always: ['a'] })).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('findUnknownElements', () => {
  test('behavior: finds a text that looks like an element, but not in attributes, scripts and code', () => {
    const text =
      '<meta content="see <url>"><p>balances:<caip-10></p><code>&lt;id&gt;</code><script>"<no>"</script>'
    expect(findUnknownElements(text)).toEqual(['caip-10'])
    expect(findUnknownElements('<appkit-button></appkit-button>')).toEqual([])
  })
})
