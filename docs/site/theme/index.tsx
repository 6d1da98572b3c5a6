import { getCustomMDXComponent as getComponents } from '@rspress/core/theme-original'
import { ScrollingTable } from './ScrollingTable.tsx'

export * from '@rspress/core/theme-original'
export { NotFoundLayout } from './NotFoundLayout.tsx'
export { SearchButton } from './SearchButton.tsx'
export { SearchPanel } from './SearchPanel.tsx'
export const getCustomMDXComponent = () => ({ ...getComponents(), table: ScrollingTable })
