/** Style sheets that browser code imports: the bundler puts them into a file of their own. */
declare module '*.css'
