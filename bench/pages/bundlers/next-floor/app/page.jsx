import { Page } from '../../floor/Floor.jsx'

export default function Home() {
  return <Page />
}
