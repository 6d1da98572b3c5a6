import { describe, expect, test } from 'vitest'
import { cleanSvg } from './cleanSvg.ts'

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`

describe('cleanSvg', () => {
  test('behavior: keeps the visible content; removes comments, titles and unknown attributes', () => {
    expect(
      cleanSvg(`<?xml version="1.0"?><!-- by hand -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" class="icon" data-x="1">
  <title>Logo <b>x</b></title>
  <g clip-path="url(#a)"><path fill='#fff' d="M0 0h24v24z" style="mask-type:alpha;behavior:url(x)"/></g>
  <defs><clipPath id="a"><path d="M0 0"/></clipPath></defs>
</svg>
`),
    ).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g clip-path="url(#a)"><path fill="#fff" d="M0 0h24v24z" style="mask-type:alpha"/></g><defs><clipPath id="a"><path d="M0 0"/></clipPath></defs></svg>',
    )
  })

  test('behavior: adds the XML namespaces that a standalone file needs', () => {
    expect(cleanSvg('<svg><use xlink:href="#a"/></svg>')).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href="#a"/></svg>',
    )
  })

  test.each([
    ['<script>alert(1)</script>'],
    ['<g><script/></g>'],
    ['<foreignObject><iframe src="https://evil.example"/></foreignObject>'],
    ['<image href="https://evil.example/a.png"/>'],
    ['<style>@import "https://evil.example"</style>'],
    ['<a href="javascript:alert(1)"><path/></a>'],
    ['<animate attributeName="href" to="javascript:alert(1)"/>'],
    ['<set attributeName="onload" to="alert(1)"/>'],
    ['<svg:script>1</svg:script>'],
    ['<![CDATA[<script>]]>'],
    ['<g>'],
    ['</g>'],
    ['<path d="<"/><path'],
    ['<path d=x />'],
  ])('error: rejects an SVG that contains %s', (inside) => {
    expect(cleanSvg(svg(inside))).toBeUndefined()
  })

  test.each([
    ['<path onload="alert(1)"/>'],
    ['<path ONCLICK="alert(1)"/>'],
    ['<use href="https://evil.example/a.svg#b"/>'],
    ['<use xlink:href="data:image/svg+xml,x"/>'],
    ['<use href="java&#115;cript:alert(1)"/>'],
    ['<path fill="url(https://evil.example/a)"/>'],
    ['<path fill="url(&quot;//evil.example&quot;)"/>'],
    ['<path fill="u&#114;l(//evil.example)"/>'],
    ['<path style="fill:url(https://evil.example)"/>'],
    ['<path style="fill:u\\72l(//evil.example)"/>'],
    ['<path style="fill:red;background:url(//evil.example)"/>'],
    ['<path filter="url( //evil.example )"/>'],
    ['<path style="fill:image-set(\'//evil.example\')"/>'],
  ])('error: removes scripts and external references from %s', (inside) => {
    const clean = cleanSvg(svg(inside))
    expect(clean).toMatch(/^<svg/)
    expect(clean?.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/evil|script|alert|data:|on\w+=/i)
  })

  test.each([
    '',
    'text',
    '<html></html>',
    '<g><svg/></g>',
    '<svg/><svg/>',
    '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>',
  ])('error: rejects %j, which is not a single SVG', (source) => {
    expect(cleanSvg(source)).toBeUndefined()
  })
})
