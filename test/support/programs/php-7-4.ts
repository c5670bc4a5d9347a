/** Runs PHPUnit on PHP 7.4, compiled to WebAssembly: `node php-7-4.ts CONFIG`, from a folder that holds the tests. */

/** What is used of the packages, whose own types do not resolve for Node. */
interface FileSystem {
  readonly filesystems: { readonly NODEFS: object }
  mount(type: object, options: { readonly root: string }, at: string): void
  unmount(at: string): void
}
interface Php {
  mkdir(path: string): void
  mount(path: string, mount: (php: Php, files: FileSystem, at: string) => () => void): Promise<unknown>
  writeFile(path: string, text: string): void
  cli(argv: readonly string[]): Promise<{
    readonly stdoutText: Promise<string>
    readonly stderrText: Promise<string>
    readonly exitCode: Promise<number>
  }>
}
interface Universal {
  loadPHPRuntime(loader: unknown, options: object): Promise<number>
  readonly PHP: new (runtime: number) => Php
}
interface Build {
  getPHPLoaderModule(): Promise<unknown>
}
const PACKAGES = ['@php-wasm/universal', '@php-wasm/node-7-4'] as const
const [universal, build] = (await Promise.all(PACKAGES.map((name) => import(name)))) as [Universal, Build]

/** Where Debian's package puts PHPUnit. */
const LIBRARIES = '/usr/share/php'
const [config = ''] = process.argv.slice(2)

const php = new universal.PHP(await universal.loadPHPRuntime(await build.getPHPLoaderModule(), {}))
for (const folder of [process.cwd(), LIBRARIES]) {
  php.mkdir(folder)
  await php.mount(folder, (_php, files, at) => {
    files.mount(files.filesystems.NODEFS, { root: folder }, at)
    return () => files.unmount(at)
  })
}
php.writeFile(
  '/run.php',
  `<?php define('PHPUNIT_COMPOSER_INSTALL', 'PHPUnit/Autoload.php');
require 'PHPUnit/Autoload.php';
echo PHP_VERSION, "\\n";
PHPUnit\\TextUI\\Command::main();`,
)
// There are no other programs in it.
const settings = [`include_path=${LIBRARIES}`, 'disable_functions=popen,proc_open,exec,shell_exec']
const run = await php.cli(['php', ...settings.flatMap((one) => ['-d', one]), '/run.php', '-c', config])
process.stdout.write(await run.stdoutText)
process.stderr.write(await run.stderrText)
process.exit(await run.exitCode)
