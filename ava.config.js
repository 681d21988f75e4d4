export default {
  files: ['test/**/*.test.ts'],
  typescript: { compile: false, rewritePaths: { 'src/': 'dist/src/', 'test/': 'dist/test/' } },
  timeout: '5m',
  concurrency: 3,
}
