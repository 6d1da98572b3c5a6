import type { ThemeMode } from '@portico/react'
import { useEffect, useId, useState } from 'react'
import { isMarkdown } from './isMarkdown.ts'
import { useExampleKit } from './useExampleKit.ts'

const fonts = { Inter: '', Georgia: 'Georgia, serif', Monospace: 'ui-monospace, monospace' }
const none = {
  '--apkt-accent': undefined,
  '--apkt-border-radius-master': undefined,
  '--apkt-font-family': undefined,
}
const initial = { mode: 'page', accent: '#2f54eb', radius: 4, font: '' }

/** The kit’s button and modal, with controls for the theme and the code that sets it. */
export const Playground = () => {
  const id = useId()
  const [theme, setTheme] = useState(initial)
  const appKit = useExampleKit({
    isWanted: true,
    themeMode: theme.mode === 'page' ? undefined : (theme.mode as ThemeMode),
  })
  useEffect(() => {
    appKit?.setThemeVariables({
      '--apkt-accent': theme.accent === initial.accent ? undefined : theme.accent,
      '--apkt-border-radius-master': theme.radius === initial.radius ? undefined : `${theme.radius}px`,
      '--apkt-font-family': theme.font || undefined,
    })
  }, [appKit, theme])
  useEffect(() => () => appKit?.setThemeVariables(none), [appKit])
  const set = (change: Partial<typeof initial>) => setTheme({ ...theme, ...change })

  if (isMarkdown) return null
  return (
    <section className="example" aria-label="Playground">
      <div className="example-controls">
        <label htmlFor={`${id}-mode`}>Mode</label>
        <select id={`${id}-mode`} value={theme.mode} onChange={({ target }) => set({ mode: target.value })}>
          <option value="page">this page’s</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
        <label htmlFor={`${id}-accent`}>Accent</label>
        <input
          id={`${id}-accent`}
          type="color"
          value={theme.accent}
          onChange={({ target }) => set({ accent: target.value })}
        />
        <label htmlFor={`${id}-radius`}>Radius</label>
        <input
          id={`${id}-radius`}
          type="range"
          min={0}
          max={8}
          value={theme.radius}
          onChange={({ target }) => set({ radius: Number(target.value) })}
        />
        <label htmlFor={`${id}-font`}>Font</label>
        <select id={`${id}-font`} value={theme.font} onChange={({ target }) => set({ font: target.value })}>
          {Object.entries(fonts).map(([name, value]) => (
            <option key={name} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className="example-stage">
        {appKit ? (
          <appkit-button />
        ) : (
          <p>{appKit === null ? 'The kit could not be loaded.' : 'Loading the kit …'}</p>
        )}
        {appKit && <appkit-network-button />}
      </div>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <pre className="example-code" tabIndex={0}>
        {toCode(theme)}
      </pre>
    </section>
  )
}

function toCode({ mode, accent, radius, font }: typeof initial): string {
  const variables = [
    accent !== initial.accent && `    '--apkt-accent': '${accent}',`,
    radius !== initial.radius && `    '--apkt-border-radius-master': '${radius}px',`,
    font && `    '--apkt-font-family': '${font}',`,
  ].filter(Boolean)
  const lines = [
    mode !== 'page' && `  themeMode: '${mode}',`,
    ...(variables.length > 0 ? ['  themeVariables: {', ...variables, '  },'] : []),
  ].filter(Boolean)
  return ['createAppKit({', '  // … your options', ...lines, '})'].join('\n')
}
