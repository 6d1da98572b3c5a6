import { useI18n } from '@rspress/core/runtime'
import { IconSearch, type SearchButtonProps, SvgWrapper } from '@rspress/core/theme-original'
import { useEffect, useState } from 'react'

/** The theme's button, which on a phone and in a narrow window is one for the keyboard, too. */
export const SearchButton = ({ setFocused }: SearchButtonProps) => {
  const word = useI18n()('searchPlaceholderText')
  const [metaKey, setMetaKey] = useState<string>()
  useEffect(() => setMetaKey(/Mac|iPhone|iPad/i.test(navigator.platform) ? '⌘' : 'Ctrl'), [])
  return (
    <>
      <button type="button" className="rp-search-button" onClick={() => setFocused(true)}>
        <div className="rp-search-button__content">
          <SvgWrapper icon={IconSearch} className="rp-search-button__icon" />
          <span className="rp-search-button__word">{word}</span>
        </div>
        <div className="rp-search-button__hotkey">
          <span>{metaKey}</span>
          <span>K</span>
        </div>
      </button>
      <button
        type="button"
        className="rp-search-button--mobile"
        aria-label={word}
        onClick={() => setFocused(true)}
      >
        <SvgWrapper icon={IconSearch} />
      </button>
    </>
  )
}
