// Which documents become which pages, in the order of the navigation.

export interface NavPage {
  /** On the site. */
  readonly path: string
  readonly title: string
  /** In the repository; pages without one are made from tables and types. */
  readonly source?: string
}

export interface NavGroup {
  readonly title: string
  readonly pages: readonly NavPage[]
}

const guide = (name: string, title: string): NavPage => ({
  path: `docs/guides/${name}.html`,
  title,
  source: `docs/guides/${name}.md`,
})
const document = (name: string, title: string): NavPage => ({
  path: `docs/${name}.html`,
  title,
  source: `docs/${name}.md`,
})

export const NAV: readonly NavGroup[] = [
  {
    title: 'Start',
    pages: [
      { path: 'index.html', title: 'dxilkit', source: 'README.md' },
      { path: 'docs/index.html', title: 'All pages' },
      { path: 'docs/changelog.html', title: 'Changes', source: 'docs/changelog.md' },
    ],
  },
  {
    title: 'Guides',
    pages: [
      guide('first-shader', 'A first shader'),
      guide('swap-in-for-dxc', 'In place of dxc'),
      guide('diff-against-dxc', 'Compare with DXC'),
      guide('binding-mismatch', 'Find a wrong binding'),
      guide('constant-buffer', 'Lay out a constant buffer'),
      document('build', 'A build of many permutations'),
      document('bundlers', 'In a bundler'),
      document('editors', 'In an editor'),
      guide('embed-in-a-page', 'In a page'),
      guide('validate-and-sign', 'Validate and sign'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      document('cli', 'Command line'),
      { path: 'docs/flags.html', title: 'Flags' },
      { path: 'docs/messages.html', title: 'Messages' },
      { path: 'docs/api.html', title: 'Library' },
      document('binding', 'Bindings'),
      document('ir', 'LLVM text'),
      document('dxc-releases', 'Releases of DXC'),
      document('documents', 'Design documents'),
    ],
  },
  {
    title: 'Inside',
    pages: [
      { path: 'docs/architecture.html', title: 'Architecture', source: 'ARCHITECTURE.md' },
      document('contributing', 'Working on dxilkit'),
    ],
  },
]
