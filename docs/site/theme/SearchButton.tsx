import { useI18n } from '@rspress/core/runtime'
import {
  SearchButton as Button,
  IconSearch,
  type SearchButtonProps,
  SvgWrapper,
} from '@rspress/core/theme-original'

/** The theme's button, with one for a phone and a narrow window that has a name and can be focused: the theme's own is hidden by `theme.css`. */
export const SearchButton = ({ setFocused }: SearchButtonProps) => {
  const name = useI18n()('searchPlaceholderText')
  return (
    <>
      <Button setFocused={setFocused} />
      <button
        type="button"
        className="rp-search-button--mobile"
        aria-label={name}
        onClick={() => setFocused(true)}
      >
        <SvgWrapper icon={IconSearch} />
      </button>
    </>
  )
}
