// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LocalPair} from "./LocalPair.sol";
import {LocalPool} from "./LocalPool.sol";

/// @notice Creates pairs and pools, and finds them as the factories of Uniswap v2 and v3 do: by their tokens in any order.
contract LocalFactory {
    mapping(address => mapping(address => address)) public getPair;
    mapping(address => mapping(address => mapping(uint24 fee => address))) public getPool;

    event PairCreated(address indexed token0, address indexed token1, address pair);
    event PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, address pool);

    function createPair(address first, address second) external returns (address pair) {
        (address token0, address token1) = _sort(first, second);
        require(getPair[token0][token1] == address(0), "The pair exists");
        pair = address(new LocalPair(token0, token1));
        getPair[token0][token1] = getPair[token1][token0] = pair;
        emit PairCreated(token0, token1, pair);
    }

    function createPool(address first, address second, uint24 fee) external returns (address pool) {
        (address token0, address token1) = _sort(first, second);
        require(fee < 1e6, "The fee takes everything");
        require(getPool[token0][token1][fee] == address(0), "The pool exists");
        pool = address(new LocalPool(token0, token1, fee));
        getPool[token0][token1][fee] = getPool[token1][token0][fee] = pool;
        emit PoolCreated(token0, token1, fee, pool);
    }

    function _sort(address first, address second) private pure returns (address, address) {
        require(first != second, "The same token");
        return first < second ? (first, second) : (second, first);
    }
}
