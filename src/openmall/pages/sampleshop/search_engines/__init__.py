"""What search engines and portals fetch: feeds, sitemap, conditions."""
