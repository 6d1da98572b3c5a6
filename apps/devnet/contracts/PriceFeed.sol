// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A price with the interface of Chainlink's AggregatorV3, 8 decimals.
/// @dev The answer is always as fresh as the block: a local chain has no oracle that could update it, and readers
/// rightly refuse stale prices.
contract PriceFeed {
    uint8 public constant decimals = 8;
    uint256 public constant version = 4;
    string public description;
    int256 private _answer;
    uint80 private _round = 1;

    constructor(string memory description_, int256 answer) {
        description = description_;
        _answer = answer;
    }

    /// @notice Anyone may move the price, to see an app follow it.
    function setAnswer(int256 answer) external {
        _answer = answer;
        _round++;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (_round, _answer, block.timestamp, block.timestamp, _round);
    }

    /// @dev Only the present round is kept.
    function getRoundData(uint80 round) external view returns (uint80, int256, uint256, uint256, uint80) {
        require(round == _round, "No data present");
        return (_round, _answer, block.timestamp, block.timestamp, _round);
    }
}
