import { describe, expect, test } from 'vitest'
import { readDataUri } from '../../infra/text/readDataUri.ts'
import { readNasty } from '../../testing/readNasty.ts'
import { isInertSvg } from './isInertSvg.ts'

const xmlns = 'xmlns="http://www.w3.org/2000/svg"'
const inSvg = (content: string) => `<svg ${xmlns} viewBox="0 0 9 9">${content}</svg>`
const check = (text: string) => isInertSvg(Buffer.from(text))

describe('isInertSvg', () => {
  test.each([
    ['an empty picture', `<svg ${xmlns}/>`],
    ['shapes', inSvg('<g id="a"><path d="M0 0L9 9"/></g><circle r="3" style="fill:#fff; stroke: url(#b)"/>')],
    [
      'declaration, comment, doctype',
      `<?xml version="1.0" encoding="UTF-8"?>\n<!-- hi -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${inSvg('')}`,
    ],
    ['a style', inSvg('<style><![CDATA[.a > .b { fill: url(#c) }]]></style><rect class="a"/>')],
    ['text with references', inSvg('<text x="1">A &amp; B &#169; &#x1F600;</text>')],
    ['use of a shape', inSvg('<defs><g id="a"><rect/></g></defs><use href="#a"/>')],
    ['an embedded raster image', inSvg('<image href="data:image/png;base64,AAAA"/>')],
    ['an animation', inSvg('<rect><animate attributeName="x" from="0" to="9" dur="1s"/></rect>')],
    [
      'metadata of a drawing program',
      `<svg ${xmlns} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"><metadata><inkscape:a b="c"/></metadata></svg>`,
    ],
  ])('behavior: accepts %s', (_, text) => {
    expect(check(text)).toBe(true)
  })

  test.each([
    ['a script', inSvg('<script>alert(1)</script>')],
    ['a script in capitals', inSvg('<SCRIPT>alert(1)</SCRIPT>')],
    [
      'a script under a prefix',
      `<svg ${xmlns} xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></svg>`,
    ],
    [
      'a script of XHTML',
      `<svg ${xmlns} xmlns:h="http://www.w3.org/1999/xhtml"><h:script>alert(1)</h:script></svg>`,
    ],
    [
      'a script of XHTML, its name in references',
      `<svg ${xmlns} xmlns:h="http://www.w3.org/1999/xhtm&#108;"><h:script>alert(1)</h:script></svg>`,
    ],
    ['another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['no namespace', '<svg/>'],
    ['a handler', inSvg('<rect onload="alert(1)"/>')],
    ['a handler of the root', `<svg ${xmlns} onload="alert(1)"/>`],
    ['foreign content', inSvg('<foreignObject><body/></foreignObject>')],
    ['a link', inSvg('<a href="#b"><rect/></a>')],
    ['a frame', inSvg('<iframe src="#"/>')],
    ['an external image', inSvg('<image href="https://tracker.example/a.png"/>')],
    ['an SVG in the SVG', inSvg('<image href="data:image/svg+xml;base64,AAAA"/>')],
    ['use of an external file', inSvg('<use href="https://evil.example/a.svg#b"/>')],
    ['use of a data URI', inSvg('<use href="data:image/svg+xml,x#b"/>')],
    [
      'use under xlink',
      `<svg ${xmlns} xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href="//evil.example/#a"/></svg>`,
    ],
    [
      'xlink under another prefix',
      `<svg ${xmlns} xmlns:x="http://www.w3.org/1999/xlink"><use x:href="#a"/></svg>`,
    ],
    ['a script address', inSvg('<rect fill="javascript:alert(1)"/>')],
    ['an animation of a link', inSvg('<set attributeName="href" to="javascript:alert(1)"/>')],
    ['an animation of a handler', inSvg('<set attributeName=" onclick" to="alert(1)"/>')],
    ['an external style sheet', inSvg('<style>@import "//evil.example/a.css";</style>')],
    ['an external background', inSvg('<rect style="background: url( \'https://evil.example\' )"/>')],
    ['an escaped url()', inSvg('<rect style="background: \\75rl(//evil.example)"/>')],
    ['a referenced url()', inSvg('<rect fill="&#117;rl(//evil.example)"/>')],
    ['a style sheet instruction', `<?xml-stylesheet href="//evil.example/a.css"?>${inSvg('')}`],
    ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${inSvg('&a;')}`],
    ['an unknown entity', inSvg('&a;')],
    ['another encoding', `<?xml version="1.0" encoding="utf-7"?>${inSvg('')}`],
    ['two roots', `${inSvg('')}<svg ${xmlns}/>`],
    ['another root', `<html ${xmlns}/>`],
    ['an unclosed element', `<svg ${xmlns}><g></svg>`],
    ['a stray bracket', inSvg('<')],
    ['an attribute without quotes', `<svg ${xmlns} x=1/>`],
    ['an attribute twice', `<svg ${xmlns} ${xmlns}/>`],
    ['an HTML page', '<!doctype html><script>alert(1)</script>'],
    ['an empty string', ''],
    ['nested uses', inSvg('<g id="a"><use href="#b"/><use href="#b"/></g><use href="#a"/>')],
    ['20 001 elements', inSvg('<g/>'.repeat(20_001))],
    ['a root of a million pixels', `<svg ${xmlns} width="1000000" height="9"/>`],
    ['100 levels of nesting', inSvg(`${'<g>'.repeat(100)}${'</g>'.repeat(100)}`)],
    ['more than a megabyte', inSvg(' '.repeat(1_100_000))],
  ])('error: refuses %s', (_, text) => {
    expect(check(text)).toBe(false)
  })

  test('error: refuses bytes that are not UTF-8', () => {
    expect(isInertSvg(Buffer.from(inSvg('<text>\xff</text>'), 'latin1'))).toBe(false)
    expect(isInertSvg(Buffer.from(`\ufeff${inSvg('<script/>')}`, 'utf16le'))).toBe(false)
  })

  test('error: refuses hostile text in linear time', () => {
    for (const piece of ['<a b="', '<!--', '&', '<g ', '<![CDATA['])
      expect(check(inSvg(piece.repeat(100_000)))).toBe(false)
  })

  test('behavior: accepts long paths and long comments', () => {
    expect(check(inSvg(`<!--${'a '.repeat(200_000)}--><path d="${'M0 0L9 9'.repeat(50_000)}"/>`))).toBe(true)
    const many = Array.from({ length: 50_000 }, (_, index) => `a${index}="1"`).join(' ')
    expect(check(inSvg(`<g ${many}/>`))).toBe(true)
  })

  const nasty = readNasty().filter(({ category, value }) => category === 'icon' && /svg/i.test(value))
  test.skipIf(nasty.length === 0)(
    'error: refuses every image of the hostile strings (skipped without published vectors, set VECTORS_DIR)',
    () => {
      const inert = nasty.filter(({ value }) => {
        const content = readDataUri(value)
        return content !== undefined && isInertSvg(content.bytes)
      })
      expect(nasty.length).toBeGreaterThan(20)
      expect(inert).toEqual([])
    },
  )
})
