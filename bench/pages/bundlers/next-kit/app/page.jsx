import { Page } from '../../kit/Kit.jsx'

export default function Home() {
  return <Page />
}
