// FeedSimulator
